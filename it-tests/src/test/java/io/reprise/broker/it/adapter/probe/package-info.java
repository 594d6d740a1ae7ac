/** What tests deploy: beans whose behaviour is written in the messages they get, and a servlet that tells what they saw. */
package io.reprise.broker.it.adapter.probe;
