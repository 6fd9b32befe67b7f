import { useEffect } from 'react';
import { $isDoctorAsked } from '../lib/diagnostics/doctor-request.ts';

/** The start page with the diagnostics open; the shell (root.tsx) shows both. */
export default function Doctor() {
  useEffect(() => $isDoctorAsked.set(true), []);
  return null;
}
