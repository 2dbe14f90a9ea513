import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';

type CopyButtonProps = { text: string; label: string; copied: string; variant?: 'outline' | 'link' };

/** Puts a text on the clipboard, and says so. */
export function CopyButton({ text, label, copied, variant = 'outline' }: CopyButtonProps) {
  const [done, setDone] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setDone(true),
      () => setDone(false),
    );
  return (
    <>
      <Button variant={variant} size="sm" onClick={() => void copy()}>
        {done ? <Check aria-hidden /> : <Copy aria-hidden />}
        {done ? copied : label}
      </Button>
      <span role="status" className="sr-only">
        {done && copied}
      </span>
    </>
  );
}
