import { later } from '../../ui/later.tsx'

export const FieldDialog = later(async () => (await import('./FieldDialog.tsx')).FieldDialog)
export const ThemeDialog = later(async () => (await import('./ThemeDialog.tsx')).ThemeDialog)
export const ConflictDialog = later(
  async () => (await import('./ConflictDialog.tsx')).ConflictDialog,
)
export const LeaveDialog = later(async () => (await import('./LeaveDialog.tsx')).LeaveDialog)
export const PreviewDialog = later(async () => (await import('./PreviewDialog.tsx')).PreviewDialog)
export const ResetDialog = later(async () => (await import('./ResetDialog.tsx')).ResetDialog)

const dialogs = [FieldDialog, ThemeDialog, ConflictDialog, LeaveDialog, PreviewDialog, ResetDialog]

/** Fetches the dialogs before they are wanted: offline, too, a question must be asked. */
export function preloadQuestions(): void {
  for (const dialog of dialogs) dialog.fetch()
}
