export const wrapClass = 'mx-auto w-[calc(100%-2.5rem)] max-w-[77.5rem]';
