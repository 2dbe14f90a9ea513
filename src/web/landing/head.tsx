import { faq } from './faq-texts.ts';
import { brand, meta } from './texts.ts';

/** Replaced by the service's own origin when a page is served. */
const PUBLIC_URL = '__PUBLIC_URL__';
const SHARE_IMAGE = `${PUBLIC_URL}/share.png`;

type HeadProps = { title: string; description: string; path: string; structuredData?: object };

/** The canonical address, what is shown when the page is shared, and what machines read. */
export function PublicHead({ title, description, path, structuredData }: HeadProps) {
  const address = `${PUBLIC_URL}${path}`;
  return (
    <>
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand} />
      <meta property="og:locale" content="en_NG" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={SHARE_IMAGE} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={meta.shareAlt} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={SHARE_IMAGE} />
      {structuredData && (
        <script
          type="application/ld+json"
          // A "<" inside the texts could end the element.
          dangerouslySetInnerHTML={{ __html: JSON.stringify(structuredData).replaceAll('<', '\\u003c') }}
        />
      )}
    </>
  );
}

/** Structured data for search engines: the organization, the product and the FAQ. */
export const siteData = {
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'Organization',
      '@id': `${PUBLIC_URL}/#organization`,
      name: brand,
      url: `${PUBLIC_URL}/`,
      logo: `${PUBLIC_URL}/favicon.svg`,
      areaServed: 'NG',
    },
    {
      '@type': 'WebSite',
      '@id': `${PUBLIC_URL}/#website`,
      name: brand,
      url: `${PUBLIC_URL}/`,
      inLanguage: 'en-NG',
      publisher: { '@id': `${PUBLIC_URL}/#organization` },
    },
    {
      '@type': 'SoftwareApplication',
      name: brand,
      applicationCategory: 'BusinessApplication',
      operatingSystem: 'Web',
      description: meta.description,
      url: `${PUBLIC_URL}/`,
      image: SHARE_IMAGE,
      publisher: { '@id': `${PUBLIC_URL}/#organization` },
    },
    {
      '@type': 'FAQPage',
      mainEntity: faq.questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  ],
};
