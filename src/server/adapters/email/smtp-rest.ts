/** After this many messages in a row without a reply from the server, the others fail at once. */
const SILENT_MESSAGES = 2;

/** Detects a silent server, and backs off for a while. */
export function createRest(restMs: number) {
  let silent = 0;
  let resting = false;
  return {
    isResting: () => resting,
    heard: () => {
      silent = 0;
    },
    silence: () => {
      silent += 1;
      if (silent < SILENT_MESSAGES || resting) return;
      resting = true;
      const end = () => {
        resting = false;
      };
      setTimeout(end, restMs).unref();
    },
  };
}
