import { Cloth } from '../../ui/cloth.tsx';
import { wrapClass } from './wrap.ts';

const examples = [
  { name: 'Bisi Beauty', trade: 'Salon, Ibadan', primary: '#C2185B', secondary: '#FFC107' },
  { name: 'Danladi Haulage', trade: 'Logistics, Kano', primary: '#1F4FA3', secondary: '#F26B3A' },
  { name: 'Mama Ngozi', trade: 'Catering, Enugu', primary: '#0B7A4B', secondary: '#F7C948' },
  { name: 'Kunle Autos', trade: 'Repairs, Lagos', primary: '#111827', secondary: '#EF4444' },
  { name: 'Ṣadé Studio', trade: 'Design, Abẹ́òkúta', primary: '#7A1F5C', secondary: '#F29CB7' },
  { name: 'Zaria Tutors', trade: 'Lessons, Zaria', primary: '#00695C', secondary: '#80CBC4' },
];

export function Cloths() {
  return (
    <section aria-labelledby="cloth-heading" className="py-24 max-md:py-16">
      <div className={wrapClass}>
        <div className="grid items-end gap-x-12 gap-y-4 md:grid-cols-[1.1fr_1fr]">
          <h2
            id="cloth-heading"
            className="text-[clamp(2.125rem,4vw,3.5rem)] leading-none tracking-[-0.04em]"
          >
            Every business wears its own cloth
          </h2>
          <p className="max-w-[34em] text-[1.125rem] text-muted">
            Choose two colours and Duewell weaves a pattern that is yours alone. It is on your invoices and
            your pay page, so customers know that it is you.
          </p>
        </div>
        <ul className="mt-11 grid grid-cols-2 gap-4.5 max-md:gap-3 md:grid-cols-3 xl:grid-cols-6">
          {examples.map(({ name, trade, primary, secondary }) => (
            <li key={name} className="overflow-hidden rounded-[20px] border border-line bg-surface">
              <Cloth
                seed={name}
                primary={primary}
                secondary={secondary}
                columns={5}
                rows={5}
                className="h-43 max-md:h-29"
              />
              <p className="px-4 pt-3 pb-4">
                <b className="block font-semibold leading-tight">{name}</b>
                <span className="text-13 text-muted">{trade}</span>
              </p>
            </li>
          ))}
        </ul>
        <p className="mt-4 text-13 text-muted">Invented businesses, real cloth.</p>
      </div>
    </section>
  );
}
