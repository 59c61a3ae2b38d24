/* The compiler's wrapper of CUDA's headers asks for it; toolkits have it no more. */
