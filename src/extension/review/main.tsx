import { renderPage } from '../lib/render-page.tsx';
import { ReviewPage } from './review-page.tsx';

renderPage(<ReviewPage />);
