/* cuRAND: declarations that its host interface and its device interface share. */
#pragma once
typedef enum curandStatus { CURAND_STATUS_SUCCESS = 0 } curandStatus_t;
