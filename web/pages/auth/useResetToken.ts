import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/** The token of a reset link, taken out of the address bar as soon as it is read. */
export function useResetToken(): [string | undefined, () => void] {
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  const found = /^#t=(.+)$/.exec(hash)?.[1]
  const [token, setToken] = useState(found)
  useEffect(() => {
    if (!found) return
    setToken(found)
    void navigate({ pathname, search }, { replace: true })
  }, [found, navigate, pathname, search])
  return [token, () => setToken(undefined)]
}
