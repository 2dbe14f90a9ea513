import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { pos, type posterSizes, type posView } from '#contract/pos.ts';
import { call, toastFailure } from '#web/lib/api.ts';
import { downloadAndSave, downloadFile } from '#web/lib/files/download.ts';
import { toast } from '#web/ui/toast-store.ts';
import { posterTexts as texts } from './charge-texts.ts';

export type PosView = z.output<typeof posView>;
type Size = (typeof posterSizes)[number];

/** The counter's address; looking at it opens the counter where there is none yet. */
export const posViewQuery = queryOptions({
  queryKey: ['counter.open'],
  queryFn: async ({ signal }) => (await call(pos.open, {}, { signal })).data,
});

/** Gives the counter another address. */
export function useRenewCode(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(pos.renew, {}),
    onSuccess: ({ data }) => {
      queries.setQueryData(posViewQuery.queryKey, data);
      toast.success(texts.renewed);
    },
    onError: (error) => toastFailure(error, texts.renewFailed),
    onSettled: onDone,
  });
}

/** Saves the poster as PDF. */
export const useSavePoster = () =>
  useMutation({
    mutationFn: (size: Size) => downloadAndSave(pos.poster, { query: { size } }),
    onError: (error) => toastFailure(error, texts.pdfFailed),
  });

/** Opens the poster in a tab of its own, from where the browser prints it; the tab is opened in the press, as browsers want. */
export const usePrintPoster = () =>
  useMutation({
    mutationFn: async (tab: Window | null) => {
      const { blob } = await downloadFile(pos.poster, { query: { size: 'a4' } });
      if (tab) tab.location.href = URL.createObjectURL(blob);
    },
    onError: (error, tab) => {
      tab?.close();
      toastFailure(error, texts.pdfFailed);
    },
  });
