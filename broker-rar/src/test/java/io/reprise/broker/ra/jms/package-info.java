/** The Jakarta Messaging face over a broker in memory. */
package io.reprise.broker.ra.jms;
