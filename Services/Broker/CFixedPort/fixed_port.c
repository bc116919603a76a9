#include "fixed_port.h"
