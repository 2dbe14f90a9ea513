/** Holder of a stream. */
export type StreamOwner = { sessionId: string; businessId: string };

/** Streams a session and a business may hold open in one process; memory and questions grow with each. */
const MAX_STREAMS = { ofSession: 5, ofBusiness: 40 };

/** Streams of signed-in people in this process. */
export type SessionStreams = {
  /** Admits a stream. Beyond a limit the oldest gives way: it is removed and its `giveWay` called. Returns the release. */
  admit(owner: StreamOwner, giveWay: () => void): () => void;
  /** Asks once for an event and session, however many streams want the answer. */
  askOnce(event: object, sessionId: string, ask: () => Promise<boolean>): Promise<boolean>;
};

type Stream = StreamOwner & { giveWay: () => void };

/** Makes the register of a process's streams. */
export function sessionStreams(max = MAX_STREAMS): SessionStreams {
  // Sets keep the order of admission: the first is the oldest.
  const ofBusinesses = new Map<string, Set<Stream>>();
  const answers = new WeakMap<object, Map<string, Promise<boolean>>>();
  const release = (stream: Stream) => {
    const streams = ofBusinesses.get(stream.businessId);
    streams?.delete(stream);
    if (streams?.size === 0) ofBusinesses.delete(stream.businessId);
  };
  return {
    admit: (owner, giveWay) => {
      const open = Array.from(ofBusinesses.get(owner.businessId) ?? []);
      const ofSession = open.filter(({ sessionId }) => sessionId === owner.sessionId);
      const oldest = ofSession.length >= max.ofSession ? ofSession[0] : open[0];
      if (oldest && (ofSession.length >= max.ofSession || open.length >= max.ofBusiness)) {
        release(oldest);
        oldest.giveWay();
      }
      const stream = { ...owner, giveWay };
      const streams = ofBusinesses.get(owner.businessId) ?? new Set();
      ofBusinesses.set(owner.businessId, streams.add(stream));
      return () => release(stream);
    },
    askOnce: (event, sessionId, ask) => {
      const ofEvent = answers.get(event) ?? new Map<string, Promise<boolean>>();
      answers.set(event, ofEvent);
      const answer = ofEvent.get(sessionId) ?? ask();
      ofEvent.set(sessionId, answer);
      return answer;
    },
  };
}
