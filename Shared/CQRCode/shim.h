#include <qrencode.h>
#include <png.h>
