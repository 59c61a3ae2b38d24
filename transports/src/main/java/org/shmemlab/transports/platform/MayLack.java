package org.shmemlab.transports.platform;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A component that a file may leave out; it is null then. It stands next to {@code @Nullable}
 * because that one is gone at run time, when files are read.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
@interface MayLack {}
