#error not supported yet: pthread.h (threads of the host)
