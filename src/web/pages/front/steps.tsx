import { Camera, ScanText, Send } from 'lucide-react';
import { wrapClass } from './wrap.ts';

const steps = [
  {
    icon: Camera,
    title: 'Upload invoice',
    text: 'A photo of your order book, a PDF or a few typed words. No template needed.',
  },
  {
    icon: ScanText,
    title: 'AI digitizes',
    text: 'Duewell reads the customer, the items and the amounts. You check them before anything is sent.',
  },
  {
    icon: Send,
    title: 'Send and get paid',
    text: 'Your customer opens a link, pays by transfer or card, and you see it land.',
  },
];

export function Steps() {
  return (
    <section
      id="how-it-works"
      aria-labelledby="how-heading"
      className="border-line border-b bg-surface py-24 max-md:py-16"
    >
      <div className={wrapClass}>
        <h2 id="how-heading" className="text-[clamp(2.125rem,4vw,3.5rem)] leading-none tracking-[-0.04em]">
          How it works
        </h2>
        <ol className="mt-11 grid gap-5 md:grid-cols-3">
          {steps.map(({ icon: Icon, title, text }, index) => (
            <li
              key={title}
              className="relative overflow-hidden rounded-card border border-line bg-bg p-6 pt-7"
            >
              <span
                aria-hidden
                className="num -top-3 absolute right-4 font-bold text-[6.5rem] text-primary-soft leading-none"
              >
                {index + 1}
              </span>
              <span
                aria-hidden
                className="relative grid size-13 place-items-center rounded-[14px] bg-primary text-on-primary"
              >
                <Icon className="size-6" />
              </span>
              <h3 className="relative mt-8 text-2xl">{title}</h3>
              <p className="relative mt-2 text-muted">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
