/** After this many messages in a row without a reply from the server, the others fail at once. */
const SILENT_MESSAGES = 2;

/** Detects a silent server, and backs off for a while. */
export function createBackoff(backoffMs: number) {
  let silent = 0;
  let backingOff = false;
  return {
    isBackingOff: () => backingOff,
    answered: () => {
      silent = 0;
    },
    unanswered: () => {
      silent += 1;
      if (silent < SILENT_MESSAGES || backingOff) return;
      backingOff = true;
      const end = () => {
        backingOff = false;
      };
      setTimeout(end, backoffMs).unref();
    },
  };
}
