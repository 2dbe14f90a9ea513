import { useBusiness } from '#web/lib/business-profile.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Cloth } from '#web/ui/cloth.tsx';
import { posterTexts as texts } from './charge-texts.ts';
import type { PosView } from './poster-api.ts';

/** The poster as it is printed, on white paper also by night. */
export function PosterPreview({ pos }: { pos: PosView }) {
  const { data: business } = useBusiness();
  const cloth = business && {
    seed: business.id,
    primary: business.primaryColor,
    secondary: business.secondaryColor,
  };
  return (
    <section
      aria-label={texts.preview}
      className="grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto] overflow-hidden rounded-card border border-line bg-white text-center text-night shadow-e2"
    >
      <div className="h-28 overflow-hidden bg-night">
        {cloth && <Cloth {...cloth} columns={24} rows={7} crackle={false} className="size-full" />}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start justify-items-center gap-3 px-6 pb-6">
        <span className="-mt-9 rounded-[18px] border-4 border-white bg-white">
          {business?.logo ? (
            <img src={business.logo} alt="" className="h-16 max-w-40 object-contain" />
          ) : (
            <Avatar name={pos.businessName} className="size-16 rounded-[14px] bg-night text-2xl text-white" />
          )}
        </span>
        <p className="wrap-anywhere font-bold font-display text-2xl leading-tight tracking-tight">
          {pos.businessName}
        </p>
        {pos.testMode && (
          <p className="rounded-full border border-current px-3 py-0.5 font-semibold text-sm">{texts.test}</p>
        )}
        <p className="font-bold font-display text-[2.5rem] leading-none tracking-tight">{texts.scan}</p>
        <img src={pos.qrCode} alt={texts.code} className="w-full max-w-64 rounded-card" />
        <p className="text-sm">
          {texts.open} <span className="num break-all font-bold">{pos.link}</span>
        </p>
      </div>
      <div className="h-7 overflow-hidden bg-night">
        {cloth && <Cloth {...cloth} columns={24} rows={2} crackle={false} className="size-full" />}
      </div>
    </section>
  );
}
