import { Navigate, useParams } from 'react-router-dom'
import { editorPath } from '../../shell/editor-path.ts'
import { cardId } from '../../shell/selected-card.ts'

/** The sidebar's editor, whichever suits the screen. */
export function EditorRedirect() {
  const id = cardId(useParams().id)
  return <Navigate to={id ? editorPath(id) : '/dashboard'} replace />
}
