import { Link } from '@tanstack/react-router';
import { ArrowRight, Check } from 'lucide-react';
import { stepLinks, type StepName, stepNames, type Steps, stepTexts } from '#web/lib/figures/first-steps.ts';
import { Card } from '#web/ui/card.tsx';
import { cn } from '#web/ui/cn.ts';
import { Progress } from '#web/ui/progress.tsx';
import { box, tile, tiles } from './loading-first-steps.tsx';
import { texts } from './texts.ts';

const labels = texts.steps;

/** First steps of a new business, the next one highlighted; gone once money comes in. */
export function FirstStepsCard({ steps }: { steps: Steps }) {
  const done = stepNames.filter((name) => steps[name]).length;
  const next = stepNames.find((name) => !steps[name]);
  const progressText = labels.progress(done, stepNames.length);
  return (
    <section aria-label={labels.label}>
      <Card className={box}>
        <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5">
          <h2 className="text-lg">{labels.title}</h2>
          <div className="flex min-w-44 items-center gap-3 text-muted text-sm">
            <Progress
              value={done}
              max={stepNames.length}
              label={labels.label}
              valueText={progressText}
              className="flex-1"
            />
            <span aria-hidden className="whitespace-nowrap tabular-nums">
              {progressText}
            </span>
          </div>
        </header>
        <ol className={tiles}>
          {stepNames.map((name, at) => (
            <Step key={name} name={name} number={at + 1} done={steps[name]} next={name === next} />
          ))}
        </ol>
      </Card>
    </section>
  );
}

type StepProps = { name: StepName; number: number; done: boolean; next: boolean };

function Step({ name, number, done, next }: StepProps) {
  const { title, hint } = stepTexts[name];
  const link = done ? null : stepLinks[name];
  return (
    <li
      className={cn(
        tile,
        next ? 'border-primary bg-primary-soft' : 'border-line',
        link && 'has-[a:hover]:border-primary',
        done && 'bg-sunken',
      )}
      aria-current={next ? 'step' : undefined}
    >
      <span
        aria-hidden
        className={cn(
          'num grid size-9 place-items-center rounded-full font-bold text-sm',
          done ? 'bg-ok-bg text-ok' : next ? 'bg-primary text-on-primary' : 'bg-sunken text-muted',
        )}
      >
        {done ? <Check className="size-4.5" /> : number}
      </span>
      <div className="min-w-0 leading-snug">
        <p className={cn('font-semibold', done && 'text-muted')}>
          {link ? (
            <Link {...link} className="after:absolute after:inset-0 after:rounded-control">
              {title}
            </Link>
          ) : (
            title
          )}
          {done && <span className="sr-only"> ({labels.done})</span>}
        </p>
        <p className="text-13 text-muted">{done ? labels.done : hint}</p>
      </div>
      {link && <ArrowRight aria-hidden className={cn('size-5', next ? 'text-primary' : 'text-muted')} />}
    </li>
  );
}
