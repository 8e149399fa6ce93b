import { lazyWithPreload } from '../../ui/lazyWithPreload.tsx'

export const FieldDialog = lazyWithPreload(() => import('./FieldDialog.tsx'), 'FieldDialog', null)
export const ThemeDialog = lazyWithPreload(() => import('./ThemeDialog.tsx'), 'ThemeDialog', null)
export const ConflictDialog = lazyWithPreload(
  () => import('./EditorDialogs.tsx'),
  'ConflictDialog',
  null,
)
export const LeaveDialog = lazyWithPreload(() => import('./EditorDialogs.tsx'), 'LeaveDialog', null)
export const PreviewDialog = lazyWithPreload(
  () => import('./EditorDialogs.tsx'),
  'PreviewDialog',
  null,
)
export const ResetDialog = lazyWithPreload(() => import('./EditorDialogs.tsx'), 'ResetDialog', null)

export const AddLanguageDialog = lazyWithPreload(
  () => import('./languages/LanguageDialogs.tsx'),
  'AddLanguageDialog',
  null,
)
export const BaseLanguageDialog = lazyWithPreload(
  () => import('./languages/LanguageDialogs.tsx'),
  'BaseLanguageDialog',
  null,
)

export const ReachDialog = lazyWithPreload(
  () => import('./audience/ReachDialog.tsx'),
  'ReachDialog',
  null,
)

/** Loaded on use: it works only with a file or pasted text, and its parsers are large. */
export const ImportDialog = lazyWithPreload(
  () => import('./import/ImportDialog.tsx'),
  'ImportDialog',
  null,
)

const dialogs = [
  FieldDialog,
  ThemeDialog,
  ConflictDialog,
  LeaveDialog,
  PreviewDialog,
  ResetDialog,
  AddLanguageDialog,
  BaseLanguageDialog,
  ReachDialog,
]

/** Preloads the dialogs, so that they work offline. */
export function preloadDialogs(): void {
  for (const dialog of dialogs) dialog.preload()
}
