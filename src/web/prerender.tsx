import { renderToStaticMarkup } from 'react-dom/server';
import { authDocuments } from '#web/auth/documents.tsx';
import { documents } from '#web/landing/documents.tsx';
import type { RenderedPage } from './rendered-page.ts';

const FIRST_FONTS = ['display-latin', 'text-latin'];

export async function renderPages(): Promise<RenderedPage[]> {
  return [...landingPages(), ...(await authDocuments())];
}

function landingPages(): RenderedPage[] {
  return documents.map(({ file, title, description, robots, body, headExtra }) => ({
    file,
    title,
    description,
    robots,
    head: headExtra ? renderToStaticMarkup(headExtra) : '',
    body: renderToStaticMarkup(body),
    entry: 'landing/main.ts',
    modules: [],
    fonts: FIRST_FONTS,
  }));
}
