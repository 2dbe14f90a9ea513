import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bankStatements } from '#contract/bank-statements.ts';
import { ApiError } from '#contract/client.ts';
import { banks } from '#core/banks.ts';
import type { Currency } from '#core/money.ts';
import { messageOf } from '#web/lib/api.ts';
import { refreshPayments } from '#web/lib/claims/api.ts';
import { OtherSheetFile, SheetFileDrop } from '#web/lib/files/sheet-file.tsx';
import { Button } from '#web/ui/button.tsx';
import { Combobox } from '#web/ui/combobox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { DigitsInput } from '#web/ui/input.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { sendFile, statementList } from '../api.ts';
import { texts } from '../texts.ts';
import { PreviewOf } from './preview.tsx';
import { fieldsOf } from './use-preview.ts';
import { useQueue } from './use-queue.ts';

const words = texts.upload;
const LAST = 4;
const bankOptions = banks.map(({ name }) => ({ value: name, label: name }));

type UploadDialogProps = { currency: Currency; onClose: () => void; onKept: (ids: string[]) => void };

/** Adds statements, one after the other: a file, a look at it, what cannot be told from it, then its lines are kept. */
export function UploadDialog({ currency, onClose, onKept }: UploadDialogProps) {
  const queries = useQueryClient();
  const queue = useQueue(currency, (ids) => (ids.length > 0 ? onKept(ids) : onClose()));
  const { chosen, reading, problem, read } = queue;
  const { account, setAccount, errors, check, showErrors } = useAccount(currency);
  const [keeping, setKeeping] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isAnswered = chosen !== null && chosen.preview.question === null && chosen.preview.count > 0;
  const keep = async () => {
    if (!chosen || !isAnswered || keeping || reading || !check()) return;
    setKeeping(true);
    try {
      const fields = { ...account, ...fieldsOf(chosen.answers) };
      const input = { params: { currency }, body: account };
      const { data } = await sendFile(bankStatements.upload, input, { file: chosen.file, fields });
      toast.success(data.added === 0 ? words.known : words.added(data.added, data.known));
      setRefusal(null);
      refreshPayments(queries);
      queue.keep(data.statement.id);
    } catch (error) {
      setRefusal(showErrors(error) ? null : messageOf(error));
    }
    setKeeping(false);
  };
  return (
    <Dialog
      open
      onClose={queue.stop}
      canClose={() => !keeping}
      title={words.title}
      description={words.hint}
      width="lg"
      footer={<Buttons queue={queue} keeping={keeping} isAnswered={isAnswered} onKeep={() => void keep()} />}
    >
      <div className="grid gap-5">
        {queue.files.length > 1 && (
          <p className="font-semibold text-sm">{words.place(queue.at + 1, queue.files.length)}</p>
        )}
        {chosen ? (
          <>
            <PreviewOf
              chosen={chosen}
              currency={currency}
              onAnswer={(answers) => void read(chosen.file, { ...chosen.answers, ...answers })}
            />
            <Problem text={problem ?? refusal} />
            <AccountFields account={account} errors={errors} onChange={setAccount} />
          </>
        ) : (
          <SheetFileDrop
            reading={reading}
            problem={problem && [queue.files[queue.at]?.name, problem].filter(Boolean).join(': ')}
            several
            onFiles={queue.start}
            texts={words}
          />
        )}
      </div>
    </Dialog>
  );
}

type ButtonsProps = {
  queue: ReturnType<typeof useQueue>;
  keeping: boolean;
  isAnswered: boolean;
  onKeep: () => void;
};

function Buttons({ queue, keeping, isAnswered, onKeep }: ButtonsProps) {
  const preview = queue.chosen?.preview;
  return (
    <>
      {preview && <OtherSheetFile label={words.other} reading={queue.reading} onFile={queue.replace} />}
      <Button variant="outline" disabled={keeping} onClick={queue.stop}>
        {queue.hasKept ? words.done : words.cancel}
      </Button>
      {queue.at + 1 < queue.files.length && (
        <Button variant="outline" disabled={keeping || queue.reading} onClick={queue.skip}>
          {words.skip}
        </Button>
      )}
      {preview && (
        <Button pending={keeping} aria-disabled={!isAnswered || undefined} onClick={onKeep}>
          {isAnswered ? words.keep(preview.count) : preview.question ? words.answer : words.nothing}
        </Button>
      )}
    </>
  );
}

function Problem({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <p role="alert" className="rounded-control bg-bad-bg px-4 py-3 text-bad text-sm">
      {text}
    </p>
  );
}

type Account = { bankName: string; last4: string };
type AccountErrors = Partial<Record<keyof Account, string>>;

/** The account of the statement; at first that of the last one. */
function useAccount(currency: Currency) {
  const last = useInfiniteQuery(statementList(currency)).data?.pages[0]?.data.statements[0]?.account;
  const [typed, setTyped] = useState<Partial<Account>>({});
  const [errors, setErrors] = useState<AccountErrors>({});
  const account = { bankName: last?.bankName ?? '', last4: last?.last4 ?? '', ...typed };
  const check = () => {
    const found: AccountErrors = {
      ...(account.bankName === '' ? { bankName: words.bankMissing } : {}),
      ...(account.last4.length === LAST ? {} : { last4: words.last4Missing }),
    };
    setErrors(found);
    return Object.keys(found).length === 0;
  };
  const showErrors = (error: unknown): boolean => {
    const own = error instanceof ApiError ? error.errors.filter(({ path }) => path in account) : [];
    setErrors(Object.fromEntries(own.map(({ path, message }) => [path, message])));
    return own.length > 0;
  };
  const setAccount = (change: Partial<Account>) => {
    setTyped((before) => ({ ...before, ...change }));
    setErrors({});
  };
  return { account, setAccount, errors, check, showErrors };
}

type AccountFieldsProps = {
  account: Account;
  errors: AccountErrors;
  onChange: (change: Partial<Account>) => void;
};

function AccountFields({ account, errors, onChange }: AccountFieldsProps) {
  const isListed = banks.some(({ name }) => name === account.bankName) || account.bankName === '';
  const options = isListed
    ? bankOptions
    : [{ value: account.bankName, label: account.bankName }, ...bankOptions];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={words.bank} error={errors.bankName}>
        <Combobox
          value={account.bankName}
          onChange={(bankName) => onChange({ bankName })}
          options={options}
          placeholder={words.chooseBank}
        />
      </Field>
      <Field label={words.last4} error={errors.last4}>
        <DigitsInput value={account.last4} length={LAST} onChange={(last4) => onChange({ last4 })} />
      </Field>
    </div>
  );
}
