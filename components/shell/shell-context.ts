'use client'
import { createContext, useContext } from 'react'

/** What a page may ask of the frame around it. Outside a frame nothing happens. */
export const ShellContext = createContext<{ openMenu: () => void; openCommands: () => void } | null>(null)
export const useShell = () => useContext(ShellContext)
