import type { ReactNode } from 'react';
import { cn } from '#web/ui/cn.ts';
import { Ripple } from '#web/ui/states.tsx';

type AuthStateProps = { title: string; text: string; icon: ReactNode; tone?: string; children?: ReactNode };

/** Says how something is going, in the same place whatever it says. */
export function AuthState({ title, text, icon, tone, children }: AuthStateProps) {
  return (
    <div className="mt-[8vh] mb-auto text-center">
      <Ripple className={cn('mx-auto mb-10', tone)}>{icon}</Ripple>
      <div aria-live="polite">
        <h1 className="text-[2.125rem] tracking-[-0.035em]">{title}</h1>
        <p className="mt-2 text-muted">{text}</p>
      </div>
      {children && <div className="mt-8 grid gap-3">{children}</div>}
    </div>
  );
}
