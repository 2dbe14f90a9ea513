// A process of its own, in which the parent has batches of the model played, one after the other.
import { type Batch, playBatch } from './batch.ts';

process.on('message', (batch: Batch) => {
  void playBatch(batch).then(
    (outcome) => process.send?.({ outcome }),
    (error: unknown) => process.send?.({ broke: error instanceof Error ? error.stack : String(error) }),
  );
});
