import { lazy } from 'react'

const loads = {
  field: () => import('./FieldDialog.tsx'),
  theme: () => import('./ThemeDialog.tsx'),
  conflict: () => import('./ConflictDialog.tsx'),
  leave: () => import('./LeaveDialog.tsx'),
  preview: () => import('./PreviewDialog.tsx'),
  reset: () => import('./ResetDialog.tsx'),
}

/** Fetches the dialogs before they are wanted: offline, too, a question must be asked. */
export function preloadQuestions(): void {
  for (const load of Object.values(loads)) load().catch(() => {})
}

export const FieldDialog = lazy(async () => ({ default: (await loads.field()).FieldDialog }))
export const ThemeDialog = lazy(async () => ({ default: (await loads.theme()).ThemeDialog }))
export const ConflictDialog = lazy(async () => ({
  default: (await loads.conflict()).ConflictDialog,
}))
export const LeaveDialog = lazy(async () => ({ default: (await loads.leave()).LeaveDialog }))
export const PreviewDialog = lazy(async () => ({ default: (await loads.preview()).PreviewDialog }))
export const ResetDialog = lazy(async () => ({ default: (await loads.reset()).ResetDialog }))
