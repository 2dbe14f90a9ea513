import { useEffect, useRef, useState } from 'react';

/** Takes files dropped anywhere on the page; true while some are held over it. */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [isDragging, setDragging] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    let depth = 0;
    const listen = (
      name: 'dragenter' | 'dragover' | 'dragleave' | 'drop',
      handler: (event: DragEvent) => void,
    ) => {
      const onlyFiles = (event: DragEvent) => {
        if (event.dataTransfer?.types.includes('Files')) handler(event);
      };
      addEventListener(name, onlyFiles);
      return () => removeEventListener(name, onlyFiles);
    };
    const count = (step: number) => {
      depth = Math.max(0, depth + step);
      setDragging(depth > 0);
    };
    const stops = [
      listen('dragenter', () => count(1)),
      listen('dragleave', () => count(-1)),
      // Unless this is prevented the browser leaves the page to show the file.
      listen('dragover', (event) => event.preventDefault()),
      listen('drop', (event) => {
        event.preventDefault();
        count(-depth);
        latest.current([...(event.dataTransfer?.files ?? [])]);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return isDragging;
}
