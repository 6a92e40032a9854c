import { useRef, useState, type DragEvent } from 'react';

/** Makes an element a target for dropped files. `over` is true while files are dragged over the element. */
export function useFileDrop(onFiles: (files: File[]) => void, disabled = false) {
  const [over, setOver] = useState(false);
  // entering a child also fires `dragleave` on the parent, so enters and leaves are counted
  const depth = useRef(0);
  const hasFile = (event: DragEvent) => !disabled && event.dataTransfer.types.includes('Files');
  return {
    over,
    dropProps: {
      onDragEnter: (event: DragEvent) => {
        if (!hasFile(event)) return;
        event.preventDefault();
        depth.current += 1;
        setOver(true);
      },
      onDragOver: (event: DragEvent) => {
        if (!hasFile(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      },
      onDragLeave: (event: DragEvent) => {
        if (!hasFile(event)) return;
        depth.current -= 1;
        if (depth.current <= 0) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        if (!hasFile(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        const files = [...event.dataTransfer.files];
        if (files.length > 0) onFiles(files);
      },
    },
  };
}
