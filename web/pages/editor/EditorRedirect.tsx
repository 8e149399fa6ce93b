import { Navigate, useParams } from 'react-router-dom'
import { cardId } from '../../shell/selected-card.ts'
import { phone, useMedia } from '../../shell/useMedia.ts'

/** The sidebar's editor: the advanced one on a wide screen, the quick one on a phone. */
export function EditorRedirect() {
  const id = cardId(useParams().id)
  const editor = useMedia(phone) ? 'mobile-editor' : 'card-editor'
  return <Navigate to={id ? `/${editor}/${id}` : '/dashboard'} replace />
}
