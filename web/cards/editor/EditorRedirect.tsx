import { Navigate, useParams } from 'react-router-dom'
import { editorPath } from '../../shell/editor-routes.ts'
import { parseId } from '../../ui/useSearchParam.ts'

/** Redirects to the quick or the advanced editor, depending on the screen size. */
export function EditorRedirect() {
  const id = parseId(useParams().id)
  return <Navigate to={id ? editorPath(id) : '/dashboard'} replace />
}
