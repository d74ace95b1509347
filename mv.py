"""redirect(root, {(old_module, name): new_module}); modules relative to src without ext. name '*' = all."""
import os,re
ROOT='/tmp/h/posting'
IMP=re.compile(r"^(import|export)( type)? \{([^}]*)\} from '(\.[^']*)'\n",re.M)
def files():
    for base in ('src','tests','scripts'):
        for d,_,fs in os.walk(os.path.join(ROOT,base)):
            for f in fs:
                if f.endswith(('.ts','.tsx')): yield os.path.join(d,f)
def resolve(d,spec):
    p=os.path.normpath(os.path.join(d,spec)); r=os.path.relpath(p,os.path.join(ROOT,'src'))
    if os.path.isdir(p) and not os.path.exists(p+'.ts'): r+='/index'
    return r
def redirect(table):
    changed=[]
    for p in files():
        s=open(p).read(); d=os.path.dirname(p); me=os.path.relpath(p,os.path.join(ROOT,'src'))[:-3]
        adds=[]
        def sub(m):
            kw,ty,names,spec=m.groups(); mod=resolve(d,spec)
            keep=[];moved={}
            for n in [x.strip() for x in names.split(',') if x.strip()]:
                base=n.split(' as ')[0]
                t=table.get((mod,base)) or table.get((mod,'*'))
                if t and t!=mod: moved.setdefault(t,[]).append(n)
                else: keep.append(n)
            if not moved: return m.group(0)
            out=''
            if keep: out+=f"{kw}{ty or ''} {{ {', '.join(keep)} }} from '{spec}'\n"
            for t,ns in moved.items():
                if t==me: continue
                rel=os.path.relpath(os.path.join(ROOT,'src',t),d)
                if rel.endswith('/index'): rel=rel[:-6]
                if not rel.startswith('.'): rel='./'+rel
                out+=f"{kw}{ty or ''} {{ {', '.join(ns)} }} from '{rel}'\n"
            return out
        n=IMP.sub(sub,s)
        if n!=s:
            # merge duplicates of the same kind and module
            seen={}
            def collect(m):
                k=(m.group(1),m.group(2),m.group(4)); seen.setdefault(k,[]).append(m)
                return m.group(0)
            IMP.sub(collect,n)
            for k,ms in seen.items():
                if len(ms)>1 and k[0]=='import':
                    names=[]
                    for m in ms:
                        for x in m.group(3).split(','):
                            x=x.strip()
                            if x and x not in names: names.append(x)
                    first=True
                    for m in ms:
                        n=n.replace(m.group(0), f"{k[0]}{k[1] or ''} {{ {', '.join(names)} }} from '{k[2]}'\n" if first else '',1)
                        first=False
            open(p,'w').write(n); changed.append(p)
    return changed
