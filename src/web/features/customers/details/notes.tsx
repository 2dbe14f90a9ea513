import { useState } from 'react';
import { toastFailure } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useEditCustomer } from '../api.ts';
import { texts } from './texts.ts';

type NotesProps = { id: string; notes: string };

/** The owner's notes on a customer; what was typed stays until it is saved. */
export function Notes({ id, notes }: NotesProps) {
  const edit = useEditCustomer();
  const [typed, setTyped] = useState<string | null>(null);
  const value = typed ?? notes;
  const save = () =>
    edit.mutate(
      { id, form: { notes: value } },
      {
        onSuccess: () => {
          setTyped(null);
          toast.success(texts.notesSaved);
        },
        onError: (error) => toastFailure(error, texts.notesFailed),
      },
    );
  return (
    <Panel title={texts.notes} description={texts.notesHint}>
      <div className="grid gap-3 px-4.5 pb-4.5">
        <Field label={texts.notes} hideLabel>
          <Textarea
            rows={3}
            maxLength={2000}
            value={value}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        {value !== notes && (
          <Button variant="outline" className="justify-self-start" pending={edit.isPending} onClick={save}>
            {texts.saveNotes}
          </Button>
        )}
      </div>
    </Panel>
  );
}
