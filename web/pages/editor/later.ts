import { lazy } from 'react'

const loads = {
  notes: () => import('./DraftNotes.tsx'),
  field: () => import('./FieldDialog.tsx'),
  theme: () => import('./ThemeDialog.tsx'),
  conflict: () => import('./ConflictDialog.tsx'),
  leave: () => import('./LeaveDialog.tsx'),
  preview: () => import('./PreviewDialog.tsx'),
  reset: () => import('./ResetDialog.tsx'),
}

/** Fetches what may come up before it does: offline, too, a question must be asked and a failure told. */
export function preloadQuestions(): void {
  for (const load of Object.values(loads)) load().catch(() => {})
}

export const DraftNotes = lazy(async () => ({ default: (await loads.notes()).DraftNotes }))
export const FieldDialog = lazy(async () => ({ default: (await loads.field()).FieldDialog }))
export const ThemeDialog = lazy(async () => ({ default: (await loads.theme()).ThemeDialog }))
export const ConflictDialog = lazy(async () => ({
  default: (await loads.conflict()).ConflictDialog,
}))
export const LeaveDialog = lazy(async () => ({ default: (await loads.leave()).LeaveDialog }))
export const PreviewDialog = lazy(async () => ({ default: (await loads.preview()).PreviewDialog }))
export const ResetDialog = lazy(async () => ({ default: (await loads.reset()).ResetDialog }))
