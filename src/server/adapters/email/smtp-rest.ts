/** After so many messages in a row without a word from the server, the others are not made to wait for one. */
const SILENT_MESSAGES = 2;

/** Notices a server that has gone silent, and says for how long nobody need try. */
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
