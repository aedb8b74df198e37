"""Media: forms, files, form models, and mixtures."""
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from typing import Annotated, List, Literal, Optional, Union
from uuid import UUID

from fastapi import Cookie, Depends, FastAPI, File, Form, Header, Path, Query, UploadFile
from fastapi.security import HTTPBasic, HTTPBasicCredentials, HTTPDigest, OAuth2PasswordRequestFormStrict
from pydantic import BaseModel, ConfigDict, EmailStr, Field, HttpUrl

app = FastAPI(title="Media")

class Kind(str, Enum):
    photo = "photo"
    video = "video"

class Profile(BaseModel):
    model_config = {"extra": "forbid"}
    name: str = Field(min_length=2)
    age: int = Field(ge=0)
    email: EmailStr | None = None
    kinds: list[Kind] = []
    site: HttpUrl | None = None
    newsletter: bool = False

class Loose(BaseModel):
    title: str
    rating: Literal[1, 2, 3] = 1
    price: Decimal | None = None
    ids: set[int] = set()
    when: date | None = None
    nick: str | None = Field(None, alias="nickName", max_length=4)

@app.post("/profile")
async def profile(data: Annotated[Profile, Form()]):
    return None

@app.post("/loose")
async def loose(data: Annotated[Loose, Form()], q: int = 0):
    return None

@app.post("/upload")
async def upload(file: UploadFile):
    return {"filename": file.filename}

@app.post("/uploads")
async def uploads(files: List[UploadFile] = File(..., description="Several"), kind: Kind = Form(...), tags: List[str] = Form([])):
    return None

@app.post("/maybe-upload")
async def maybe_upload(file: Optional[UploadFile] = None, note: Optional[str] = Form(None)):
    return None

@app.post("/mixed/{item_id}")
async def mixed(item_id: int, token: Annotated[str, Form(min_length=3)], fileb: Annotated[UploadFile, File()], day: Annotated[date, Form()], n: Annotated[int, Query(ge=1)] = 1, x_flag: Annotated[bool | None, Header()] = None):
    return None

@app.post("/fields")
async def fields(
    a: Annotated[int, Form()], b: Annotated[float, Form(gt=0)], c: Annotated[bool, Form()], d: Annotated[UUID, Form()], e: Annotated[Kind, Form()],
    f: Annotated[datetime | None, Form()] = None, g: Annotated[Literal["x", "y"], Form()] = "x", h: Annotated[list[int] | None, Form()] = None, i: Annotated[str, Form(alias="item-name", pattern="^[a-z]+$")] = "abc",
    j: Annotated[int | str, Form()] = 1, k: Annotated[dict | None, Form()] = None,
):
    return None

@app.post("/old-form")
def old_form(username: str = Form(), password: str = Form(..., min_length=4), remember: bool = Form(False), age: Optional[int] = Form(None)):
    return None

@app.post("/strict-login")
def strict_login(form: Annotated[OAuth2PasswordRequestFormStrict, Depends()]):
    return None

@app.get("/basic")
def basic(credentials: HTTPBasicCredentials = Depends(HTTPBasic()), page: int = 1):
    return None

@app.get("/digest")
def digest(credentials: Annotated[object, Depends(HTTPDigest())], page: int = 1):
    return None

@app.get("/headers")
def headers(user_agent: Annotated[str | None, Header()] = None, x_num: Annotated[int, Header(ge=1)] = 1, x_list: Annotated[list[int] | None, Header()] = None, x_day: Annotated[date | None, Header()] = None, x_kind: Annotated[Kind, Header()] = Kind.photo, under_score: Annotated[str | None, Header(convert_underscores=False)] = None, content_length: Annotated[int | None, Header()] = None):
    return None

@app.get("/cookies")
def cookies(sid: Annotated[str, Cookie(min_length=2)], visits: Annotated[int, Cookie(ge=0)] = 0, kind: Annotated[Kind | None, Cookie()] = None, ok: bool = Cookie(False)):
    return None
