/** The resource adapter. */
package io.reprise.broker.ra;
