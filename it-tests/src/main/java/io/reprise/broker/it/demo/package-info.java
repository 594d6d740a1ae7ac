/**
 * The demonstration: an application as anybody could write it, plain Jakarta Messaging, without a class of the broker. A
 * week of earthquakes is published on topics; two message-driven beans receive them from two queues.
 */
@NullMarked
package io.reprise.broker.it.demo;

import org.jspecify.annotations.NullMarked;
