import { show } from '../lib/page.tsx';
import { ReviewPage } from './review-page.tsx';

show(<ReviewPage />);
