import { renderPage } from '../lib/page.tsx';
import { ReviewPage } from './review-page.tsx';

renderPage(<ReviewPage />);
