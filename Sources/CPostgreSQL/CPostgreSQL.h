#include <libpq-fe.h>
#include <poll.h>
#include <unistd.h>
