import SoukTool

SoukCommand.main()
