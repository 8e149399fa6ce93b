import { lazyWithPreload } from '../../ui/lazyWithPreload.tsx'

export const FieldDialog = lazyWithPreload(
  async () => (await import('./FieldDialog.tsx')).FieldDialog,
)
export const ThemeDialog = lazyWithPreload(
  async () => (await import('./ThemeDialog.tsx')).ThemeDialog,
)
export const ConflictDialog = lazyWithPreload(
  async () => (await import('./EditorDialogs.tsx')).ConflictDialog,
)
export const LeaveDialog = lazyWithPreload(
  async () => (await import('./EditorDialogs.tsx')).LeaveDialog,
)
export const PreviewDialog = lazyWithPreload(
  async () => (await import('./EditorDialogs.tsx')).PreviewDialog,
)
export const ResetDialog = lazyWithPreload(
  async () => (await import('./EditorDialogs.tsx')).ResetDialog,
)

/** Loaded on use: it works only with a file or pasted text, and its parsers are large. */
export const ImportDialog = lazyWithPreload(
  async () => (await import('./import/ImportDialog.tsx')).ImportDialog,
)

const dialogs = [FieldDialog, ThemeDialog, ConflictDialog, LeaveDialog, PreviewDialog, ResetDialog]

/** Preloads the dialogs, so that they work offline. */
export function preloadDialogs(): void {
  for (const dialog of dialogs) dialog.preload()
}
