import { useEffect } from 'react'
import { preloadQuestions } from './later.ts'
import { preloadPanels } from './panels.tsx'

/** Once the page stands, fetches what it may need later. */
export function usePreload(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      preloadQuestions()
      preloadPanels()
    }, 300)
    return () => clearTimeout(timer)
  }, [])
}
