import { useRef, useState } from 'react';
import { bankStatements } from '#contract/bank-statements.ts';
import type { ColumnMap, DateOrder } from '#core/bank-statement/model.ts';
import type { Currency } from '#core/money.ts';
import { messageOf } from '#web/lib/api.ts';
import { type Preview, sendFile } from '../api.ts';

/** Answers of its owner, where the file does not say it. */
export type Answers = { dateOrder?: DateOrder | undefined; columns?: ColumnMap | undefined };

export type Chosen = { file: File; preview: Preview; answers: Answers };

/** The answers as fields of a form. */
export const fieldsOf = ({ dateOrder, columns = {} }: Answers): Record<string, string> => ({
  ...(dateOrder ? { dateOrder } : {}),
  ...Object.fromEntries(
    Object.entries(columns).flatMap(([role, at]) => (at === undefined ? [] : [[role, String(at)]])),
  ),
});

/** The chosen file as the service reads it; read again after each answer. */
export function usePreview(currency: Currency) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [reading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef(0);
  const read = async (file: File, answers: Answers) => {
    const turn = ++latest.current;
    setReading(true);
    try {
      const input = { params: { currency }, body: {} };
      const { data } = await sendFile(bankStatements.preview, input, { file, fields: fieldsOf(answers) });
      // A later answer may have been faster.
      if (turn !== latest.current) return;
      setChosen({ file, preview: data, answers });
      setProblem(null);
    } catch (error) {
      if (turn === latest.current) setProblem(messageOf(error));
    } finally {
      if (turn === latest.current) setReading(false);
    }
  };
  const clear = () => {
    latest.current++;
    setChosen(null);
    setProblem(null);
  };
  return { chosen, reading, problem, read, clear };
}
