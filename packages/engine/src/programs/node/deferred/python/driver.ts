/** Python code that runs a program as the `python` command does and returns the exit code. */
export const DRIVER = `
import sys, os

def _run_program(kind, target, argv, first):
    import runpy, traceback, types
    sys.argv = list(argv)
    sys.path.insert(0, first)
    main = types.ModuleType('__main__')
    main.__builtins__ = __builtins__
    sys.modules['__main__'] = main
    code = 0
    try:
        if kind == 'module':
            sys.argv[0] = target
            runpy.run_module(target, run_name='__main__', alter_sys=True)
        elif kind == 'interactive':
            import code as prompt
            prompt.interact(banner='Python ' + sys.version.split()[0] + ' in the browser; exit() leaves', local=main.__dict__, exitmsg='')
        else:
            name = '<string>' if kind == 'code' else '<stdin>' if kind == 'input' else target
            if kind == 'file':
                main.__file__ = target
                with open(target, 'rb') as file:
                    source = file.read()
            else:
                source = target
            exec(compile(source, name, 'exec'), main.__dict__)
    except SystemExit as end:
        if end.code is None:
            code = 0
        elif isinstance(end.code, int):
            code = end.code & 255
        else:
            print(end.code, file=sys.stderr)
            code = 1
    except BaseException as error:
        trace = error.__traceback__.tb_next if error.__traceback__ is not None else None
        traceback.print_exception(type(error), error, trace)
        code = 130 if isinstance(error, KeyboardInterrupt) else 1
    finally:
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except Exception:
                pass
    return code

_run_program
`;
