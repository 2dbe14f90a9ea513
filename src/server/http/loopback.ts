const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** Whether a client's address is this machine itself. */
export const isLoopback = (clientAddress: string): boolean => LOOPBACK.test(clientAddress);

const LOCAL_NAME = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** Whether a host name, as it stands in an address, always means the loopback interface. */
export const isLoopbackName = (hostname: string): boolean => LOCAL_NAME.test(hostname);
