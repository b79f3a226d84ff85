#include <libpq-fe.h>
#include <unistd.h>
