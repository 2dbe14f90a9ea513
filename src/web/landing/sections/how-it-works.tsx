import { Check, CheckCheck, TriangleAlert } from 'lucide-react';
import { create } from 'qrcode';
import type { ReactNode } from 'react';
import { minor } from '#core/money.ts';
import { Cloth } from '#web/ui/cloth.tsx';
import { Money } from '#web/ui/money.tsx';
import { Section } from '../parts.tsx';
import { howItWorks as texts } from '../texts.ts';
import { mamaNgozi } from './businesses.ts';
import { OrderNote } from './order-note.tsx';

const pictures = [<Photograph key="photograph" />, <ReadFields key="read" />, <Message key="message" />];

export function HowItWorks() {
  return (
    <Section id="how-it-works" name="how" heading={texts.heading} lead={texts.lead} split>
      <ol className="mt-11 grid gap-5 lg:grid-cols-3">
        {texts.steps.map(({ title, text }, index) => (
          <li
            key={title}
            className="flex flex-col overflow-hidden rounded-panel border border-line bg-surface max-lg:grid max-lg:grid-cols-2 max-sm:flex"
          >
            <Picture>{pictures[index]}</Picture>
            <div className="p-7 pt-6 max-md:p-5.5">
              <h3 className="flex items-baseline gap-3 text-2xl">
                <span aria-hidden className="num text-accent-text">
                  {index + 1}
                </span>
                {title}
              </h3>
              <p className="mt-2.5 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <Bonus />
    </Section>
  );
}

function Picture({ children }: { children: ReactNode }) {
  return (
    <div
      aria-hidden
      className="relative grid h-66 place-items-center overflow-hidden border-line border-b bg-sunken max-lg:h-full max-lg:min-h-66 max-lg:border-r max-lg:border-b-0 max-sm:h-66 max-sm:border-r-0 max-sm:border-b"
    >
      {children}
    </div>
  );
}

function Photograph() {
  return (
    <div className="viewfinder">
      <OrderNote className="w-43 rotate-3" />
      <span className="corner top-0 left-0" />
      <span className="corner top-0 right-0 rotate-90" />
      <span className="corner right-0 bottom-0 rotate-180" />
      <span className="corner bottom-0 left-0 -rotate-90" />
    </div>
  );
}

function ReadFields() {
  return (
    <div className="w-[min(19rem,calc(100%-2rem))] rounded-[14px] border border-line bg-surface p-4 text-sm shadow-e2">
      <p className="font-semibold text-13 text-muted">{texts.read.title}</p>
      {texts.read.rows.map(({ name, value }) => (
        <p key={name} className="flex justify-between gap-3 border-line border-b py-2">
          <span className="truncate text-muted">{name}</span>
          <span className="num font-medium">{value}</span>
        </p>
      ))}
      <p className="mt-2 -mr-1 ml-auto flex w-fit items-center gap-1.5 rounded-sm bg-warn-bg px-2 py-0.5 font-medium text-13 text-warn">
        <TriangleAlert className="size-3.5" />
        {texts.read.doubt}
      </p>
      <p className="mt-2 flex items-baseline justify-between">
        <b className="font-semibold">{texts.read.total}</b>
        <Money amount={minor(12_000_000)} currency="NGN" className="font-bold text-xl" />
      </p>
    </div>
  );
}

function Message() {
  return (
    <div className="grid w-[min(18.5rem,calc(100%-2rem))] gap-3">
      <p className="ml-5 rounded-[16px] rounded-tr-[4px] bg-ok-bg px-4 py-3 text-sm leading-normal">
        {texts.chat.message}
        <span className="mt-1 flex items-center justify-between gap-3">
          <span className="font-semibold text-info underline underline-offset-3">{texts.chat.link}</span>
          <CheckCheck className="size-4 text-info" />
        </span>
      </p>
      <p className="mr-5 flex items-center gap-3 rounded-[16px] rounded-tl-[4px] border border-line bg-surface px-4 py-3 shadow-e2">
        <span className="grid size-8 shrink-0 place-items-center rounded-full bg-ok text-surface">
          <Check className="size-4.5" />
        </span>
        <span className="text-13 text-muted leading-tight">
          {texts.chat.paid}
          <Money
            amount={minor(12_000_000)}
            currency="NGN"
            className="block font-bold text-ink text-lg leading-tight"
          />
        </span>
      </p>
    </div>
  );
}

function Bonus() {
  return (
    <div className="mt-5 grid items-center gap-x-12 gap-y-8 overflow-hidden rounded-panel border border-line bg-surface md:grid-cols-[1.35fr_1fr]">
      <div className="px-10 py-10 max-md:px-5.5 max-md:pt-8 max-md:pb-0">
        <p className="w-fit rounded-full bg-primary-soft px-3 py-1 font-semibold text-13 text-primary">
          {texts.bonus.label}
        </p>
        <h3 className="mt-4 text-[clamp(1.75rem,2.6vw,2.375rem)] tracking-[-0.03em]">{texts.bonus.title}</h3>
        <p className="mt-3 max-w-[34em] text-muted">{texts.bonus.text}</p>
      </div>
      <QrPoster />
    </div>
  );
}

const QUIET_ZONE = 3;
// Text shown to a reader who scans the picture, in place of a link.
const QR_TEXT = 'Your pay link goes here.';

/** The poster of the counter: the QR code, framed in the cloth of the business. */
function QrPoster() {
  const { size, path } = qrPath(QR_TEXT);
  const side = size + 2 * QUIET_ZONE;
  return (
    <div
      role="img"
      aria-label={texts.bonus.picture}
      className="relative isolate grid min-h-84 place-items-center overflow-hidden p-8 max-md:min-h-76"
    >
      <Cloth {...mamaNgozi} columns={10} rows={8} className="-z-10 absolute inset-0" />
      <div className="rotate-[-3deg] rounded-card bg-white p-4 pb-3.5 text-center text-[#15163a] shadow-e3">
        <svg viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`} aria-hidden className="block size-43">
          <path d={path} fill="currentColor" shapeRendering="crispEdges" />
        </svg>
        <b className="block font-semibold">Mama Ngozi</b>
        <span className="text-13 text-[#565a7c]">{texts.bonus.caption}</span>
      </div>
    </div>
  );
}

/** The dark modules of a QR code, each run of a row as one stroke of the path. */
function qrPath(text: string): { size: number; path: string } {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  let path = '';
  for (let row = 0; row < size; row++) {
    for (let start = 0; start < size; start++) {
      let run = 0;
      while (start + run < size && data[row * size + start + run]) run++;
      if (run > 0) path += `M${start} ${row}h${run}v1h-${run}z`;
      start += run;
    }
  }
  return { size, path };
}
