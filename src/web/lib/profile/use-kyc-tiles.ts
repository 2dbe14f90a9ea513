import { useRef, useState } from 'react';
import type { kycDocumentNames } from '#contract/business.ts';
import { ApiError } from '#contract/client.ts';
import { MAX_UPLOAD_BYTES } from '#contract/files.ts';
import { toast } from '#web/ui/toast-store.ts';
import { toastFailure } from '../api.ts';
import { shrinkPhoto } from '../files/shrink-photo.ts';
import { uploadFile } from '../files/upload.ts';
import { texts } from './texts.ts';

export type KycDocument = (typeof kycDocumentNames)[number];

export type TileState =
  | { is: 'empty' }
  | { is: 'refused'; reason: string }
  | { is: 'uploading'; name: string; percent: number }
  | { is: 'uploaded'; name: string }
  | { is: 'failed'; name: string };

type Tile = { state: TileState; pick: (file: File) => void; cancel: () => void };
export type KycTiles = Record<KycDocument, Tile>;

/** Uploaded documents so far: original file name and stored URL. */
export type KycDocuments = Partial<Record<KycDocument, { name: string; url: string }>>;

/** The four tiles: each uploads by itself; `onStored` is given everything that is uploaded by then. */
export function useKycTiles(
  documents: KycDocuments,
  onStored: (documents: KycDocuments, key: KycDocument) => void,
): KycTiles {
  const [states, setStates] = useState<Partial<Record<KycDocument, TileState>>>({});
  const latest = useRef(documents);
  const running = useRef(new Map<KycDocument, AbortController>());
  const set = (key: KycDocument, state: TileState) => setStates((before) => ({ ...before, [key]: state }));
  const upload = async (key: KycDocument, file: File) => {
    const reason = rejectionReason(file);
    if (reason) return set(key, { is: 'refused', reason });
    const stop = new AbortController();
    running.current.set(key, stop);
    set(key, { is: 'uploading', name: file.name, percent: 0 });
    try {
      const stored = await uploadFile(
        await shrinkPhoto(file),
        'kyc',
        (percent) => set(key, { is: 'uploading', name: file.name, percent }),
        stop.signal,
      );
      latest.current = { ...latest.current, [key]: { name: file.name, url: stored.fileUrl } };
      onStored(latest.current, key);
      set(key, { is: 'uploaded', name: file.name });
      toast.success(texts.kyc.uploaded(key));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'cancelled') return set(key, { is: 'empty' });
      set(key, { is: 'failed', name: file.name });
      toastFailure(error, texts.kyc.failed(key));
    }
  };
  const tile = (key: KycDocument): Tile => {
    const uploaded = documents[key];
    return {
      state: states[key] ?? (uploaded ? { is: 'uploaded', name: uploaded.name } : { is: 'empty' }),
      pick: (file) => void upload(key, file),
      cancel: () => running.current.get(key)?.abort(),
    };
  };
  return {
    cac: tile('cac'),
    validId: tile('validId'),
    utilityBill: tile('utilityBill'),
    bankStatement: tile('bankStatement'),
  };
}

function rejectionReason(file: File): string | null {
  if (!/\.(pdf|png|jpe?g)$/i.test(file.name)) return texts.kyc.wrongKind;
  const tooLarge = file.size > MAX_UPLOAD_BYTES && file.type === 'application/pdf';
  return tooLarge ? texts.kyc.tooLarge : null;
}
