import { lazyWithPreload } from '../../ui/lazyWithPreload.tsx'

const editorDialogs = () => import('./EditorDialogs.tsx')
const languageDialogs = () => import('./languages/LanguageDialogs.tsx')
const importDialog = () => import('./import/ImportDialog.tsx')

export const FieldDialog = lazyWithPreload(() => import('./FieldDialog.tsx'), 'FieldDialog', null)
export const ThemeDialog = lazyWithPreload(() => import('./ThemeDialog.tsx'), 'ThemeDialog', null)
export const ConflictDialog = lazyWithPreload(editorDialogs, 'ConflictDialog', null)
export const LeaveDialog = lazyWithPreload(editorDialogs, 'LeaveDialog', null)
export const PreviewDialog = lazyWithPreload(editorDialogs, 'PreviewDialog', null)
export const ResetDialog = lazyWithPreload(editorDialogs, 'ResetDialog', null)
export const AddLanguageDialog = lazyWithPreload(languageDialogs, 'AddLanguageDialog', null)
export const BaseLanguageDialog = lazyWithPreload(languageDialogs, 'BaseLanguageDialog', null)

/** Not preloaded: its parsers are large, and few people import. */
export const ImportDialog = lazyWithPreload(importDialog, 'ImportDialog', null)

const dialogs = [
  ...[FieldDialog, ThemeDialog, ConflictDialog, LeaveDialog, PreviewDialog, ResetDialog],
  ...[AddLanguageDialog, BaseLanguageDialog],
]

/** Preloads the dialogs, so that they work offline. */
export function preloadDialogs(): void {
  for (const dialog of dialogs) dialog.preload()
}
