import { useEffect, useRef } from 'react'

/** Whether the component is still on the page, for answers that come late. */
export function useMounted() {
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}
