package io.reprise.broker.web.condition;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A resource's method that goes by {@code If-Match} and {@code If-None-Match}, with {@link Preconditions}. A call of any other that has
 * one is refused by {@link ConditionalHeaders}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Conditional {}
